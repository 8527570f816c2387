/** The logo. */
export function Mark() {
  return (
    <svg aria-hidden="true" width="20" height="20" viewBox="0 0 20 20" className="shrink-0">
      <rect width="20" height="20" rx="5" className="fill-primary" />
      <path
        d="M6 15V7.5a4 4 0 0 1 8 0V15M10 8.5V15"
        className="fill-none stroke-on-primary"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </svg>
  );
}
