import { errorText } from '#/trpc/error-text.ts'

export interface LaunchErrors {
  /** Field of the launch request → what is wrong. */
  fields: Record<string, string>
  /** What belongs to no field. */
  whole: string | null
}

/** A refused launch by field: `launch.include.0` and `include` both speak of `include`. */
export function launchErrors(error: unknown): LaunchErrors {
  if (error === null || error === undefined) return { fields: {}, whole: null }
  const { message, hint, fields } = errorText(error)
  const named = Object.entries(fields).map(([path, text]) => {
    const [field = 'input'] = path.replace(/^launch\./, '').split('.')
    return [field, text] as const
  })
  if (named.length > 0) return { fields: Object.fromEntries(named.toReversed()), whole: null }
  const refused = /^([a-zA-Z]+): (.*)$/s.exec(message)
  if (refused?.[1] !== undefined && refused[2] !== undefined)
    return { fields: { [refused[1]]: refused[2] }, whole: null }
  return { fields: {}, whole: hint === null ? message : `${message} ${hint}` }
}
