/** To `main`, the first stop of the keyboard on a page. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-sm bg-primary px-3 py-2 font-medium text-on-primary focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
