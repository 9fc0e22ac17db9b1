import type { Cli } from '../program.ts'

/** The address of a page; ids say by their first letter what they are. */
export function registerOpen({ program, run }: Cli): void {
  program
    .command('open')
    .description('the address of the page of a run, trial or experiment')
    .argument('<id>')
    .action(
      run(async ({ url, output }, id: string) => {
        const page = /^r[2-9a-z]{7}$/.test(id) ? 'runs' : /^t[2-9a-z]{10}$/.test(id) ? 'trials' : 'experiments'
        const address = new URL(`/${page}/${encodeURIComponent(id)}`, url).href
        output.answer({ url: address }, () => address)
      }),
    )
}
