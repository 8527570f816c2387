/** Published names of pages of the documentation, and those that they have now. Next redirects them. */
const renamedPages = { rehearsal: 'testing' } as const;

/** Both addresses of each: the page, and its Markdown. */
export const renamedPaths = Object.entries(renamedPages).flatMap(([was, is]) =>
  ['', '.md'].map((ending) => ({ from: `/docs/${was}${ending}`, to: `/docs/${is}${ending}` })),
);
