import { CopyButton } from './copy-button.tsx'

/** A command to copy. */
export function CommandLine({ command }: { command: string }) {
  return (
    <div className="command">
      <span tabIndex={0}>{command}</span>
      <CopyButton text={command} label="Copy command" tone="ghost" small />
    </div>
  )
}
