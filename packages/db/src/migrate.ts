/** Brings the database at `url` to this version's schema; safe to call again and from several processes at once. */
export async function migrate(url: string): Promise<void> {
  void url
  throw new Error('not built yet')
}
