// `npm run vocabulary`: enforces the field's standard terms, so that a newcomer can search for a concept. Rejects
// private words in names and comments, and suggests the standard term.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const inside = (word) => new RegExp(`(^${word}|${word[0].toUpperCase()}${word.slice(1)})(?=[A-Z0-9]|$)`);
const leading = (word) => new RegExp(`^${word}[A-Z]`);

const names = [
  [inside('doer'), 'actor'],
  [inside('deeds?'), 'action'],
  [inside('errands?'), 'task'],
  [inside('letGo'), 'release'],
  [inside('door'), 'client or port'],
  [leading('takeIn|takeOver'), 'ingest, migrate or claim'],
  [leading('(?!keepAlive|keepMounted|keepPrevious|keepDirty)keep'), 'save or upsert'],
  [/^hear(?![td])/, 'subscribe, or stream'],
  [/^tell([A-Z]|s?$)|^telling/, 'emit, notify or report'],
  [inside('lanes?'), 'keyed queue'],
  [/^(most|least)[A-Z]/, 'max or min'],
  [inside('whyNot'), 'denialReason'],
  [inside('hadTurn'), 'markAssigned'],
  [/^facts?$|[a-z](Facts|Fact)(?=[A-Z]|$)|^(Facts?)(?=[A-Z]|$)/, 'fields, state, attributes or details'],
  [/^useWords$/, 'useTranslate'],
  [/^(Text|Select|Find|Switch)Of$/, 'TextInput, SelectInput, AutocompleteInput or BooleanInput'],
  [inside('lookAtCall'), 'reconcileCall'],
  [inside('standIns?'), 'fake or stub'],
  [inside('untilWritten'), 'retryOnConflict'],
  [inside('dueWork'), 'dueJobs'],
  [/^rests$|^Rests$|[a-z]Rests$/, 'backoffs'],
];
const comments = [
  [/\bdoers?\b/i, 'actor'],
  [/\bdeeds?\b/i, 'action'],
  [/\berrands?\b/i, 'task'],
  [/\blets? go\b|\bletting go\b/i, 'release'],
  [/\btellings?\b(?! apart)/i, 'emission'],
  [/\blanes?\b/i, 'keyed queue'],
  [/\bstand-ins?\b/i, 'fake or stub'],
  [/\bstands? in the\b/i, 'is in'],
];

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], {
  encoding: 'utf8',
  maxBuffer: 1e8,
})
  .split('\n')
  .filter(
    (file) => file !== '' && file !== 'deploy/run/local/vocabulary.mjs' && !file.startsWith('deploy/docs/'),
  );

const found = [];
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const refuse = (position, what, standard) => {
    const line = source.getLineAndCharacterOfPosition(position).line + 1;
    found.push(`${file}:${String(line)}: '${what}' is ${standard} here`);
  };
  const seen = new Set();
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      for (const [pattern, standard] of names) {
        if (pattern.test(node.text)) refuse(node.getStart(), node.text, standard);
      }
    }
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      if (seen.has(range.pos)) continue;
      seen.add(range.pos);
      const comment = text.slice(range.pos, range.end);
      for (const [pattern, standard] of comments) {
        const hit = pattern.exec(comment);
        if (hit) refuse(range.pos, hit[0], standard);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
for (const line of found) console.error(line);
console.log(`${String(files.length)} files, ${String(found.length)} non-standard words`);
process.exit(found.length === 0 ? 0 : 1);
