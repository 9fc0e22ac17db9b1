const paths = {
  updown: 'M5 6l3-3 3 3M5 10l3 3 3-3',
  flask: 'M6 2h4M6.7 2v4L3 12.6A1 1 0 0 0 3.9 14h8.2a1 1 0 0 0 .9-1.4L9.3 6V2M4.6 10h6.8',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  server:
    'M3 2.5h10a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1zM3 8.5h10a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1zM4.5 5h.01M4.5 11h.01M7 5h4.5M7 11h4.5',
  sliders:
    'M2.5 4.5h6M12 4.5h1.5M2.5 11.5H4M7.5 11.5h6M10.2 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM5.8 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4L6 8l4 4',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.8 10.8 14 14',
  download: 'M8 2.5v8M4.8 7.5 8 10.7l3.2-3.2M2.5 13.5h11',
  plus: 'M8 3v10M3 8h10',
  link: 'M6.5 9.5l3-3M7 4.8l1.6-1.6a2.9 2.9 0 0 1 4.2 4.2L11.2 9M9 11.2l-1.6 1.6a2.9 2.9 0 0 1-4.2-4.2L4.8 7',
  pencil: 'M9.8 3.5l2.7 2.7M3 13l.6-3L11 2.6a1 1 0 0 1 1.4 0l1 1a1 1 0 0 1 0 1.4L6 12.4 3 13z',
  warning: 'M8 2.2 14.3 13H1.7L8 2.2zM8 6.5v3M8 11.3h.01',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  again: 'M13 8a5 5 0 1 1-1.5-3.6M13 2.5v3h-3',
  code: 'M6 4 2.5 8 6 12M10 4l3.5 4L10 12',
  thought: 'M3 8a5 5 0 1 1 3 4.6L3 13.5l.9-2.6A5 5 0 0 1 3 8zM6 8h.01M8 8h.01M10 8h.01',
  terminal: 'M2.5 3h11v10h-11zM4.8 6l2 2-2 2M8.2 10.2h2.6',
  branch:
    'M4.5 5.5v5M4.5 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM4.5 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM11.5 7.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM11.5 7.5c0 2.5-3 2-7 3',
  file: 'M4 2h5l3 3v9H4V2zM9 2v3h3',
  spark: 'M8 2v3M8 11v3M2 8h3M11 8h3M4 4l1.8 1.8M10.2 10.2 12 12M12 4l-1.8 1.8M5.8 10.2 4 12',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.2 1.6',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.3v3.5M8 5h.01',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1z',
  stop: 'M4 4h8v8H4z',
  check: 'M3 8.5l3.2 3.2L13 5',
  user: 'M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8zM3 13.6a5 5 0 0 1 10 0',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  door: 'M9.5 2.5h-6v11h6M7 8h7M11.5 5.5 14 8l-2.5 2.5',
  play: 'M5 3.2v9.6L12.5 8z',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
} as const

export type IconName = keyof typeof paths

/** A 16-pixel line icon, always decorative: the control beside it carries the name. */
export function Icon({ name, small, className = '' }: { name: IconName; small?: true; className?: string }) {
  return (
    <svg className={`icon ${small ? 's' : ''} ${className}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
