import type { LanguageCode } from '@crm/contracts/codes/languages.js';
import type { Language } from '../../i18n/language.js';
import { scriptTexts } from '../../i18n/script-texts.en.js';
import { scriptTextsEs, unknownEs } from '../../i18n/script-texts.es.js';

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

type SectionTexts = { title: string } & Readonly<Record<string, string>>;

/** What is said is in the customer's language; what is for the agent alone, in the agent's. */
function sectionOf(spoken: SectionTexts, agents: SectionTexts): ScriptSection {
  const { title, ...content } = agents;
  const lines = Object.entries(content).flatMap(([name, own]) => {
    const kind = kinds.find((each) => new RegExp(`^${each}(Licence)?\\d+$`).test(name));
    if (kind === undefined) return [];
    const text = kind === 'do' ? own : (spoken[name] ?? own);
    return [{ kind, text, claimsLicence: name.includes('Licence') }];
  });
  return { title, lines };
}

const textsIn = { en: scriptTexts, es: scriptTextsEs } as const satisfies Record<LanguageCode, object>;

/** The sections 0 to 3 of a built-in script, their lines in order, as a customer is spoken to by an agent. */
export function scriptSections(
  script: BuiltInScript,
  spoken: LanguageCode,
  agents: Language,
): readonly ScriptSection[] {
  const ofAgent = Object.entries<SectionTexts>(textsIn[agents][script]);
  const ofCustomer = new Map(Object.entries<SectionTexts>(textsIn[spoken][script]));
  return ofAgent.map(([name, texts]) => sectionOf(ofCustomer.get(name) ?? texts, texts));
}

/** The words that stand for what a script names, in the customer's language. */
export type ScriptWords = typeof scriptTexts.words;
export const scriptWords = (spoken: LanguageCode): ScriptWords => textsIn[spoken].words;

/** What is said of a field that is not known yet, as its definition has it, in the customer's language. */
export const unknownIn = (spoken: LanguageCode, unknown: string): string =>
  spoken === 'es' ? (unknownEs[unknown] ?? unknown) : unknown;
