const duration = { form: /^\d{1,9}(\.\d{1,3})?(ms|s|m|h)?$/, says: 'a duration such as 5s, 2m or 500ms' }

/** Settings of a launch (`--set KEY=VALUE`) and the option of `paddock-edit` that each becomes. */
const editSettings: Record<string, { option: string; form: RegExp; says: string }> = {
  delay: { option: '--delay', ...duration },
  timeout: { option: '--timeout', ...duration },
  'max-turns': { option: '--max-turns', form: /^[1-9]\d{0,5}$/, says: 'a whole number of at least 1' },
  seed: { option: '--seed', form: /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/, says: '1 to 64 of A–Z a–z 0–9 _ . -' },
}

/** What is wrong with a setting, or null. */
export function settingProblem(key: string, value: string): string | null {
  if (!Object.hasOwn(editSettings, key)) {
    return `there is no setting "${key}": the edit benchmark has ${Object.keys(editSettings).join(', ')}`
  }
  const setting = editSettings[key]
  return setting?.form.test(value) ? null : `must be ${setting?.says}`
}

/** The options for settings that {@link settingProblem} found nothing wrong with. */
export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).map(([key, value]) => `${editSettings[key]?.option}=${value}`)
}
