import type { BrowserContext, Page } from '@playwright/test'

export interface Tab {
  page: Page
  /** Server-sent-event streams that the tab holds now. */
  openStreams(): number
  /** What the browser tells a page whose tab is left or come back to. */
  turn(state: 'visible' | 'hidden'): Promise<void>
}

/** Headless pages are visible for ever: a tab of these can be hidden. */
export async function openTab(context: BrowserContext, url: string): Promise<Tab> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    let state: DocumentVisibilityState = 'visible'
    Object.defineProperty(Document.prototype, 'visibilityState', { get: () => state })
    Object.defineProperty(Document.prototype, 'hidden', { get: () => state === 'hidden' })
    addEventListener('test:turn', (event) => {
      state = (event as CustomEvent<DocumentVisibilityState>).detail
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
  })
  const streams = new Set<object>()
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') streams.add(request)
  })
  page.on('requestfinished', (request) => streams.delete(request))
  page.on('requestfailed', (request) => streams.delete(request))
  await page.goto(url)
  return {
    page,
    openStreams: () => streams.size,
    turn: (state) => page.evaluate((detail) => void dispatchEvent(new CustomEvent('test:turn', { detail })), state),
  }
}
