import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { localiseSpanish } from './localise-spanish.js';

/** What a person is answered with begins in one of these; a field's schema says its sentence as `error`. */
const answering = new Set([
  ...[
    'success',
    'warning',
    'info',
    'invalid',
    'invalidField',
    'forbidden',
    'alreadyExists',
    'wrongCredentials',
  ],
  ...['tooMany', 'tooLarge', 'unavailable', 'AppError', 'no', 'refine'],
]);
const saying = new Set(['message', 'error', 'none', 'sentence', 'reason']);

/** The sentence of a literal, `{}` for what differs each time; undefined for anything else. */
function sentenceOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}

const isSaid = ({ parent }: ts.Node): boolean => {
  if (ts.isPropertyAssignment(parent)) return saying.has(parent.name.getText());
  if (ts.isVariableDeclaration(parent) || ts.isReturnStatement(parent)) return true;
  if (ts.isConditionalExpression(parent)) return isSaid(parent);
  return (
    (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && answering.has(parent.expression.getText())
  );
};

/** Examples of documents are said to nobody. */
const isExample = (node: ts.Node): boolean =>
  ts.isSourceFile(node)
    ? false
    : (ts.isPropertyAssignment(node) && /example/i.test(node.name.getText())) ||
      (ts.isVariableDeclaration(node) && /example/i.test(node.name.getText())) ||
      isExample(node.parent);

function sentencesIn(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const sentence = sentenceOf(node);
    if (sentence !== undefined && /^[A-Z{].* /.test(sentence) && isSaid(node) && !isExample(node))
      found.push(sentence);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(process.cwd(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|fixture|seed)\.ts$|(^|\/)(test|docs)\//.test(name))
    .map((name) => join(process.cwd(), folder, name));
}

// Left are the halves of sentences, which their whole is put into Spanish as, what customers hear, and what programs are answered.
test('what the services and the schemas say to people has its Spanish', () => {
  const folders = [
    ...['contracts', 'services/auth', 'services/leads', 'services/telephony'],
    ...['services/messaging', 'services/followups', 'services/domain'],
  ];
  const sentences = new Set(folders.flatMap((folder) => sourcesIn(`${folder}/src`)).flatMap(sentencesIn));
  expect(sentences.size).toBeGreaterThan(200);
  expect([...sentences].filter((each) => localiseSpanish(each) === each).sort()).toMatchInlineSnapshot(`
[
  "An agent of these leads is not known to this service yet",
  "Automatic: licensed for {}, {}, {}",
  "Basic {}",
  "Call centre",
  "Can be sorted by {}",
  "Duplicate: ",
  "It is {} there; {} may begin {}",
  "Message bus",
  "No text is set",
  "Not a lead filter",
  "Not the next of an earlier answer",
  "Note added",
  "Pressed a key in an abandoned call",
  "Record found",
  "Send life or health, or an external_id",
  "Specify the field to change",
  "Specify the lead it belongs to",
  "Texts and e-mails cannot be loaded now",
  "The body is for a different list than the URL",
  "The number changed hands{}: it is on the list of reassigned numbers",
  "The rules ask",
  "The token is missing, wrong or withdrawn",
  "This service stores no customer data",
  "Tried {} in 24 hours, {} {}{}{}",
  "Unknown sort column",
  "Usage: carrier check | carrier setup [--yes]",
  "We are sorry, this call cannot go on.",
  "You are",
  "{} #{}",
  "{} adopted",
  "{} and {}",
  "{} and {} more",
  "{} asks",
  "{} assigned to {}",
  "{} could not be changed{}: {}",
  "{} end soon, the first on {}",
  "{} for {} to {}: {}",
  "{} have ended",
  "{} holds no {} licence for {}",
  "{} in this call already",
  "{} is",
  "{} licence for {}",
  "{} licences",
  "{} no automated dialling of numbers that were not screened",
  "{} rules",
  "{} selected",
  "{} {}",
  "{} {} no longer in the carrier account: leads there are called from other numbers.",
  "{} {} of every year",
  "{} {} of {}",
  "{} {} without agent",
  "{} {} {}",
  "{} {}/{}",
  "{} {}{} ago",
  "{}, {} {} refused",
  "{}, {},",
  "{}: {} years are over",
  "{}’s {} licence for {} begins on {}",
  "{}’s {} licence for {} ended on {}",
]
`);
});
