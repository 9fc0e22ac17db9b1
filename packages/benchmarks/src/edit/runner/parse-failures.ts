import { InvalidArgumentError } from 'commander'
import { type FailureCategory, failureCategories } from '../result-file.ts'
import { parseList } from './parse-duration.ts'

export function parseFailures(text: string): FailureCategory[] {
  return parseList(text).map((word) => {
    const category = failureCategories.find((known) => known === word)
    if (category === undefined) throw new InvalidArgumentError(`"${word}" is none of ${failureCategories.join(', ')}`)
    return category
  })
}
