import { globSync, readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** File, source, and the reason why nobody outside can make it slow. */
const allowed = [
  ['app/_ui/format.ts', String.raw`\B(?=(\d{3})+$)`, 'a number has 25 characters at most'],
  [
    'server/public-api/router.ts',
    'new RegExp',
    'of the paths of the operations, without repetition',
  ],
];

/** The two kinds of rules read statements of the tests and migrations. */
const exclude = ['**/*.test.ts', '**/testing{,-*}{.ts,/**}', 'db/{citus,migration}-rules.ts'];
const files = globSync(['{app,server,db,client/src}/**/*.{ts,tsx}', '*.ts'], { exclude })
  .map((file) => file.replaceAll('\\', '/'))
  .sort();

interface Expression {
  source: string;
  flags: string;
}

/** What the program makes while it runs cannot be read here. */
const madeAtRunTime: Expression = { source: 'new RegExp', flags: '' };

function expressionsIn(file: string): Expression[] {
  const found: Expression[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if (ts.isIdentifier(node) && node.text === 'RegExp' && !ts.isTypeNode(node.parent)) {
      found.push(madeAtRunTime);
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

const mayTakeLong = (expression: Expression) =>
  expression === madeAtRunTime || analyse(expression).reports.length > 0;

/**
 * Whoever sends the text chooses how long such an expression is tried. Anchor it, bound its repetitions,
 * let neighbours have no character in common, or split the text instead.
 */
it('every regular expression takes linear time', { timeout: 20_000 }, () => {
  const found = files.flatMap((file) =>
    expressionsIn(file)
      .filter(mayTakeLong)
      .map(({ source }) => [file, source]),
  );

  expect(found).toEqual(allowed.map(([file, source]) => [file, source]));
});

it.each([
  String.raw`\s*;.*`,
  String.raw`\s+$`,
  String.raw`^[\d()+./-]*\d[\d()+./-]*$`,
  '^(?:a+)+$',
])('finds %j', (source) => {
  expect(mayTakeLong({ source, flags: '' })).toBe(true);
});
