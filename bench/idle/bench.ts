import { join } from 'node:path'
import type { Bench } from '../harness/bench.ts'
import { interleave } from '../harness/interleave.ts'
import { median } from '../harness/statistics.ts'
import { takeSample } from '../harness/take-sample.ts'

const port = 4_791

export const idleBench: Bench = {
  name: 'idle',
  measures: 'memory of everything that npm start runs, a minute after it is ready (needs the built web program)',
  rounds: 3,
  versions: () => ({}),
  async measure({ rounds, report }) {
    const take = () => takeSample(join(import.meta.dirname, 'sides', 'installation.ts'), { port }, 180_000)
    const values = await interleave(rounds, [{ key: 'installation', take }], report)
    const pss = median((values['installation.pss_mb'] ?? []).filter((value) => value !== null))
    return {
      figures: {
        'installation pss_mb': pss,
        processes: median((values['installation.processes'] ?? []).filter((value) => value !== null)),
      },
      references: {},
      ratios: {},
      targets: { 'MB of the whole, idle': { measured: pss, atMost: 400 } },
      rounds,
    }
  },
}
