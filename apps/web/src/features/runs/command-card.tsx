import { CopyButton } from '#/components/copy-button.tsx'
import { commandLine, commandLines } from './command-line.ts'

interface CommandCardProps {
  command: { argv: string[]; cwd: string; envNames: string[] }
}

/** What was started: argv, where, and the names of the variables. */
export function CommandCard({ command }: CommandCardProps) {
  return (
    <section className="card" aria-labelledby="command-title">
      <header>
        <h2 id="command-title">Command</h2>
        <CopyButton className="ml-auto" tone="ghost" small text={commandLine(command.argv)} label="Copy command" />
      </header>
      <div className="pad grid gap-2">
        <pre className="code wrap">{commandLines(command.argv).join('\n')}</pre>
        <p className="sub [overflow-wrap:anywhere]">
          In <span className="font-code">{command.cwd}</span>
        </p>
        {command.envNames.length === 0 ? null : (
          <p className="sub">
            Variables by name: <span className="font-code">{command.envNames.join(', ')}</span>
          </p>
        )}
      </div>
    </section>
  )
}
