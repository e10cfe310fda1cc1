import fc from 'fast-check';
import { BSONRegExp } from '../values/values.js';
import { refusalOf } from '../test/refusal.js';
import { LinearTest } from './regex-linear.js';
import { BoundedRegex } from './regex.js';
import { readTree } from './regex-tree.js';

const regex = (pattern: string, options = '') => new BoundedRegex(new BSONRegExp(pattern, options));
const long = 'a'.repeat(100_000);

describe('an expression with catastrophic backtracking (ReDoS)', () => {
  test.each<[string, string, string, boolean]>([
    ['loops within loops', '\\b(a+)+$', `${long}!`, false],
    ['loops within loops', '\\b(a+)+$', long, true],
    ['choices that overlap', '^(a|aa|a?)*$', `${long}b`, false],
    ['many loops', 'a*a*a*a*b', long, false],
    ['many loops', 'a*a*a*a*b', `${long}b`, true],
    ['a loop that begins anywhere', '\\d+x', '1'.repeat(100_000), false],
    ['two wild cards', '.*foo.*bar', `${long}foo${long}`, false],
    ['a long literal', 'a{2000}b', long, false],
    ['repetitions with bounds', '(a?){30}a{30}$', `${'a'.repeat(5_000)}b`, false],
    ['repetitions with bounds', '^(a{1,2}){40,80}$', 'a'.repeat(80), true],
    ['the end before a last line', '(x+)+$', `${'x'.repeat(50)}\n`, true],
  ])('is matched in bounded time: %s: %s', (_what, pattern, text, matches) => {
    expect(regex(pattern).test(text)).toBe(matches);
  });

  test.each(['(?=(a+)+b)', '(a+)\\1(b|bb)*', '(?<!x)(a|b)*c'])(
    'is rejected if only a backtracking engine supports it: %s',
    (pattern) => {
      expect(refusalOf(() => regex(pattern))).toMatchObject({ code: 51091 });
    },
  );

  it('is rejected for a text that is too long, depending on the expression', () => {
    const doubled = regex('(a+)b\\1');
    expect(doubled.test('xaabaa')).toBe(true);
    const refusal = refusalOf(() => doubled.test(long));
    expect(refusal).toMatchObject({ code: 96 });
    expect(refusal.message).toContain('a text of 100000 characters');
  });

  it('is rejected if it is too long itself', () => {
    expect(refusalOf(() => regex('a'.repeat(40_000)))).toMatchObject({ code: 51091 });
    expect(refusalOf(() => regex(`${'('.repeat(300)}a${')'.repeat(300)}`))).toMatchObject({ code: 51091 });
    expect(refusalOf(() => regex('((a?){100}){100}').test(long))).toMatchObject({ code: 96 });
  });
});

describe('the linear-time matcher', () => {
  const linear = (compiled: RegExp) =>
    new LinearTest(readTree(compiled.source, compiled.multiline), compiled.flags);

  test.each<[RegExp, string[]]>([
    [/^$/u, ['', 'a', '\n']],
    [/^b/mu, ['a\nb', 'ab', 'a\rb', 'a\u2028b']],
    [/a$/mu, ['a\nb', 'ab', 'ba']],
    [/\bé|e\b/u, ['é', 'be', 'bee', 'e é']],
    [/a\Bb/u, ['ab', 'a b']],
    [/./u, ['', '\n', '\r', '😀', '\u2029']],
    [/./su, ['\n']],
    [/^.$/u, ['😀', 'ab', 'ﬀ']],
    [/[^a-c\]\\]x/u, ['ax', ']x', '\\x', 'dx', '😀x']],
    [/\u{1f600}|\x41|\cJ|\p{Lu}\p{Ll}/u, ['😀', 'A', '\n', 'Éé', 'éÉ']],
    [/ſ/iu, ['s', 'S', 'ſ', 'x']],
    [/(?:ab?){2,3}c/u, ['abc', 'aac', 'ababac', 'aaaac', 'c']],
    [/x{0}y{2,}z??/u, ['y', 'yy', 'xyyz']],
    [/(?<year>\d{4})-(\d\d)|--/u, ['2026-11', '226-11', '--']],
  ])("agrees with JavaScript's engine on %s", (compiled, texts) => {
    for (const text of texts)
      expect([text, linear(compiled).test(text)]).toEqual([text, compiled.test(text)]);
  });

  it("agrees with JavaScript's engine on arbitrary expressions and texts", () => {
    const leaf = fc.constantFrom('a', 'b', '.', '\\w', '[^a]', '\\b', '^', '$', '\\s', '\\B', '\\n', '(?:)');
    const pattern = fc.letrec<{ all: string }>((tie) => ({
      all: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc.tuple(tie('all'), tie('all')).map(([x, y]) => x + y),
        fc.tuple(tie('all'), tie('all')).map(([x, y]) => `(?:${x}|${y})`),
        fc
          .tuple(tie('all'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?'))
          .map(([x, times]) => `(${x})${times}`),
      ),
    })).all;
    const text = fc
      .array(fc.constantFrom('a', 'b', ' ', '\n', 'c', '\u2028'), { maxLength: 10 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(pattern, fc.constantFrom('', 'm', 's', 'i'), text, (source, flag, sample) => {
        const compiled = new RegExp(source, `u${flag}`);
        expect(linear(compiled).test(sample)).toBe(compiled.test(sample));
      }),
      { numRuns: 1000 },
    );
  });
});
