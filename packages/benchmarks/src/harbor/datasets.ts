/** What comes with the project: tasks of our own, run by the reference solution without a container. */
export const sampleDataset = 'paddock-samples'
export const sampleTaskCount = 6

export const defaultDataset = 'terminal-bench@2.0'

/** Where a dataset comes from, told from its spelling alone. */
export type DatasetSource =
  | { kind: 'samples' }
  | { kind: 'registry'; name: string }
  | { kind: 'directory'; path: string }
  | { kind: 'git'; repository: string; name: string | null }

const registryName = /^[A-Za-z0-9][A-Za-z0-9_.-]*(\/[A-Za-z0-9][A-Za-z0-9_.-]*)?(@[A-Za-z0-9][A-Za-z0-9_.:-]*)?$/

/**
 * `paddock-samples`; `name@version` or `org/name@ref` of a registry; an absolute path on the runner;
 * `https://host/org/repo[@ref]#dataset` of a Git repository. Null: none of these.
 */
export function datasetSource(dataset: string): DatasetSource | null {
  if (dataset === sampleDataset) return { kind: 'samples' }
  if (dataset.startsWith('/')) return dataset.split('/').includes('..') ? null : { kind: 'directory', path: dataset }
  if (dataset.startsWith('https://')) return gitSource(dataset)
  return registryName.test(dataset) ? { kind: 'registry', name: dataset } : null
}

function gitSource(dataset: string): DatasetSource | null {
  const [repository = '', name, ...more] = dataset.split('#')
  // A password in the URL would stand in a process title; `..` would escape the runner's gitSources.
  if (more.length > 0 || /^https:\/\/[^/]*@|\.\.|\s/.test(repository)) return null
  if (name !== undefined && (!registryName.test(name) || name.includes('/'))) return null
  return { kind: 'git', repository, name: name ?? null }
}
