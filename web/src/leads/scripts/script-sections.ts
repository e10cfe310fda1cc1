import { scriptTexts } from '../../i18n/script-texts.en.js';

/** Which of the two built-in scripts goes with a product: final expense for fex, term life otherwise (rule L31). */
export type ProductScript = 'fex' | 'term';

/** Those two, and one about health coverage, which the other two do not mention. */
export type BuiltInScript = ProductScript | 'health';

export function scriptFor(term: string | null | undefined): ProductScript {
  return term === 'fex' ? 'fex' : 'term';
}

/** The built-in scripts of a lead, the one to begin with first: a health lead also has the term one of its product. */
export function builtInScriptsOf(
  lead: { type: 'life'; term: string | null } | { type: 'health' },
): readonly [BuiltInScript, ...BuiltInScript[]] {
  return lead.type === 'life' ? [scriptFor(lead.term)] : ['health', scriptFor(null)];
}

/** How a line is used: read out, asked, for the agent alone, or an answer to an objection. */
export type LineKind = 'say' | 'ask' | 'do' | 'if';

export interface ScriptLine {
  kind: LineKind;
  /** Its merge fields in braces: `%{customer}`. */
  text: string;
  /** Whether whoever says it claims to hold a licence. */
  claimsLicence: boolean;
}

export interface ScriptSection {
  title: string;
  lines: readonly ScriptLine[];
}

const kinds: readonly LineKind[] = ['say', 'ask', 'do', 'if'];

function sectionOf({ title, ...content }: { title: string } & Record<string, string>): ScriptSection {
  const lines = Object.entries(content).flatMap(([name, text]) => {
    const kind = kinds.find((each) => new RegExp(`^${each}(Licence)?\\d+$`).test(name));
    return kind === undefined ? [] : [{ kind, text, claimsLicence: name.includes('Licence') }];
  });
  return { title, lines };
}

const sectionsOf = (script: BuiltInScript) =>
  Object.values<{ title: string } & Record<string, string>>(scriptTexts[script]).map(sectionOf);

/** The sections 0 to 3 of each built-in script, their lines in order. */
export const scriptSections: Readonly<Record<BuiltInScript, readonly ScriptSection[]>> = {
  fex: sectionsOf('fex'),
  term: sectionsOf('term'),
  health: sectionsOf('health'),
};
