/** US dollars: `$0.70`, `$1,874.40`, small ones with two digits that say something (`$0.0031`); null is unknown, never 0. */
export function formatMoney(usd: number | null | undefined): string {
  if (usd === null || usd === undefined) return 'unknown'
  const small = usd > 0 && usd < 0.01
  const digits = small ? Math.min(6, 1 - Math.floor(Math.log10(usd))) : 2
  return `$${usd.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}
