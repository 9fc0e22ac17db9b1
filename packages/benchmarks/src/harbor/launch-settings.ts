/** Settings of a launch (`--set KEY=VALUE`) that are options of `harbor run` of the same name. */
const settingForms: Record<string, { form: RegExp; says: string }> = {
  'agent-timeout-multiplier': number(),
  'verifier-timeout-multiplier': number(),
  'agent-setup-timeout-multiplier': number(),
  'environment-build-timeout-multiplier': number(),
  'n-concurrent-agents': whole(),
  'override-cpus': number(),
  'override-memory-mb': whole(),
  'override-storage-mb': whole(),
  'retry-include': errorTypes(),
  'retry-exclude': errorTypes(),
  'force-build': { form: /^(true|false)$/, says: 'true or false' },
}

/** What is wrong with a setting, or null. */
export function settingProblem(key: string, value: string): string | null {
  const setting = settingForms[key]
  if (setting === undefined) return `unknown; Harbor's settings are ${Object.keys(settingForms).join(', ')}`
  return setting.form.test(value) ? null : `must be ${setting.says}`
}

/** The options of `harbor run` for settings that {@link settingProblem} found nothing wrong with. */
export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    if (key === 'force-build') return value === 'true' ? ['--force-build'] : ['--no-force-build']
    if (key.startsWith('retry-')) return value.split(',').flatMap((type) => [`--${key}`, type])
    return [`--${key}`, value]
  })
}

function number() {
  return { form: /^\d{1,6}(\.\d{1,6})?$/, says: 'a positive number' }
}

function whole() {
  return { form: /^[1-9]\d{0,8}$/, says: 'a whole number of at least 1' }
}

function errorTypes() {
  return { form: /^[A-Za-z_]\w*(,[A-Za-z_]\w*)*$/, says: 'error types separated by commas' }
}
