import { LinkButton } from '#/components/button.tsx'
import { CommandLine } from '#/components/command-line.tsx'
import { demo } from './demo-launch.ts'

/** What belongs here, the ways to get it, each with its command. */
export function FirstVisit() {
  return (
    <section className="card">
      <div className="max-w-160 px-6 py-9 max-narrow:px-4">
        <h2 className="text-16">No experiments in this team yet</h2>
        <p className="mt-2 text-14 text-text-2">
          An experiment holds a goal and the arms that answer it. Each arm runs on the same tasks, so that their
          difference means something.
        </p>
      </div>
      <div className="ways">
        <div>
          <h3>Try the bundled benchmark</h3>
          <p className="text-text-2">
            Two scripted arms on 20 small tasks. No key and no container needed; takes about a minute.
          </p>
          <CommandLine command={demo.command} />
          <LinkButton tone="primary" href="/launch">
            Launch it here
          </LinkButton>
        </div>
        <div>
          <h3>Launch your own</h3>
          <p className="text-text-2">Pick a benchmark, an agent and a model. Every arm runs on the same tasks.</p>
          <CommandLine command="paddock launch harbor --dataset terminal-bench@2.0 --experiment tb2.first --model …" />
          <LinkButton href="/launch?benchmark=harbor">New experiment</LinkButton>
        </div>
        <div>
          <h3>Use it from a script</h3>
          <p className="text-text-2">
            The command line does all that this page does. A key for it is made in the settings.
          </p>
          <CommandLine command="paddock benchmarks" />
          <LinkButton href="/settings">Create a key</LinkButton>
        </div>
      </div>
    </section>
  )
}
