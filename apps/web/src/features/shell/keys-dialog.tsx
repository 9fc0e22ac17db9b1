'use client'
import { useState } from 'react'
import { Dialog } from '#/components/dialog.tsx'
import { letterKeysOn, setLetterKeys } from '#/components/keys.ts'

const keys: readonly (readonly [string[], string])[] = [
  [['Ctrl K'], 'Jump to a run, trial or experiment'],
  [['/'], 'Search this page'],
  [['?'], 'These keys'],
  [['j', 'k'], 'Next, previous row or step'],
  [['Enter'], 'Open'],
  [['Esc'], 'Close, clear, up one level'],
  [['x'], 'Select'],
  [['←', '→'], 'Matrix cell; in a trial: previous, next trial'],
  [['Alt ←', 'Alt →'], 'Tab of a trial'],
  [['n', 'N'], 'Next, previous hit'],
  [['f'], 'Follow'],
  [['e'], 'Edit goal'],
  [['l'], 'Launch'],
]

/** All keys, and the switch for the letters. */
export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys">
      <dl className="keys">
        {keys.map(([caps, text]) => (
          <div key={text} className="contents">
            <dt className="flex gap-1">
              {caps.map((cap) => (
                <kbd key={cap}>{cap}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <LetterSwitch />
    </Dialog>
  )
}

function LetterSwitch() {
  const [letters, setLetters] = useState(letterKeysOn)
  return (
    <label className="flex items-center gap-2">
      <input
        type="checkbox"
        className="check"
        checked={letters}
        onChange={(event) => {
          setLetters(event.target.checked)
          setLetterKeys(event.target.checked ? 'on' : 'off')
        }}
      />
      Single letters act (inert in inputs)
    </label>
  )
}
