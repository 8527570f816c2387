import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NoteText } from './note-text.tsx';

const html = (text: string) => renderToStaticMarkup(createElement(NoteText, { text }));

it('shows the subset of Markdown', () => {
  const text = 'Wants **two** and *soon*\n\n- one\n- two\n\n> said so';
  expect(html(text)).toMatch(/<strong>two<\/strong>.*<em>soon<\/em>.*<ul.*<li.*<blockquote/s);
});

it.each(['https://example.test/a?b=c', 'http://example.test', 'mailto:a@example.test'])(
  'links to %s, without telling it where from',
  (url) => {
    expect(html(`[text](${url})`)).toMatch(
      /<a href="[^"]+" target="_blank" rel="noopener noreferrer/,
    );
  },
);

it.each([
  '[text](mailto:a@example.test?bcc=b@example.test&body=x)',
  '[text](MAILTO:a@example.test?subject=x)',
  '[text][1]\n\n[1]: mailto:a@example.test?cc=b@example.test',
  '<mailto:a@example.test?to=b@example.test>',
  '[text](mailto:a@example.test#?bcc=b@example.test)',
])('writes to the address of %j, and fills in nothing of the message', (text) => {
  expect(
    html(text)
      .match(/href="([^"]*)"/)?.[1]
      ?.toLowerCase(),
  ).toBe('mailto:a@example.test');
});

it.each([
  '[text](javascript:alert(1))',
  '[text](JaVaScRiPt:alert(1))',
  '[text](data:text/html,x)',
  '[text](vbscript:x)',
  '[text](/settings)',
  '[text](//example.test)',
  '[text]( javascript:alert(1))',
  '[text][1]\n\n[1]: javascript:alert(1)',
  '<javascript:alert(1)>',
])('makes no link of %j', (text) => {
  expect(html(text)).not.toContain('<a');
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe src="https://example.test"></iframe>',
  '<div style="position:fixed">x</div>',
  '![x](https://example.test/pixel.png)',
  '<svg onload=alert(1)>',
  '**<b onclick="x">y</b>**',
  '<details open ontoggle=alert(1)>x</details>',
  '<input autofocus onfocus=alert(1)>',
  '<A HREF="javascript:alert(1)">x</A>',
])('shows HTML and images of %j as text, or not at all', (text) => {
  const tags = [...html(text).matchAll(/<(\w+)([^>]*)>/g)];
  for (const [, name = '', attributes = ''] of tags) {
    expect(['p', 'strong', 'a']).toContain(name);
    expect(attributes).not.toMatch(/\bon\w+=|style=|javascript:/i);
  }
});
