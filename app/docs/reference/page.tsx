import type { Metadata } from 'next';
import { HydrationMark } from '#app/_ui/hydration-mark.tsx';
import { Reference } from '#app/features/docs/reference/reference.tsx';

export const metadata: Metadata = { title: 'API reference' };

const downloads = [
  { name: 'Download OpenAPI as JSON', href: '/api/openapi.json', file: 'openapi.json' },
  { name: 'Download OpenAPI as YAML', href: '/api/openapi.yaml', file: 'openapi.yaml' },
];

/** Every operation of the public API, from the OpenAPI document, with a form that sends it. */
export default function ReferencePage() {
  return (
    <>
      <h1 id="page-title" className="font-semibold text-xl">
        API reference
      </h1>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {downloads.map(({ name, href, file }) => (
          <li key={file}>
            <a href={href} download={file} className="text-primary-text underline">
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href="/docs/tools#postman" className="text-primary-text underline">
            Use it in Postman
          </a>
        </li>
      </ul>
      <Reference />
      <HydrationMark />
    </>
  );
}
