/** The Paddock mark. */
export function Mark() {
  return (
    <span className="mark" aria-hidden="true">
      <svg
        width="14"
        height="14"
        viewBox="0 0 14 14"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      >
        <path d="M2.5 2v10M11.5 2v10M2.5 4.5h9M2.5 8h6" />
      </svg>
    </span>
  )
}
