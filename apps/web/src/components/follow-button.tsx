import { formatCount } from '#/format/count.ts'
import { Button } from './button.tsx'

interface FollowButtonProps {
  following: boolean
  /** What came while paused. */
  fresh: number
  onResume: () => void
  ended: boolean
}

/** Following, or paused with how much is new; pressing it follows again. */
export function FollowButton({ following, fresh, onResume, ended }: FollowButtonProps) {
  if (ended && (following || fresh === 0)) return null
  return (
    <Button small className="follow" onClick={onResume}>
      {following ? (
        <>
          <span className="live min-w-0!" data-state="live" />
          Following
        </>
      ) : fresh > 0 ? (
        `Paused, ${formatCount(fresh)} new`
      ) : (
        'Paused'
      )}
      <kbd>f</kbd>
    </Button>
  )
}
