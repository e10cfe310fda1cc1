/** Words that come with the screen that shows them, and not with the first page. */
interface Tree {
  [key: string]: string | Tree;
}

const phrases = new Map<string, string>();

function keep(prefix: string, tree: Tree): void {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') phrases.set(`${prefix}.${key}`, value);
    else keep(`${prefix}.${key}`, value);
  }
}

/** Takes the words of a screen that is loaded later; called by the module that holds them. */
export function addWords(words: Tree): void {
  keep('crm', words);
}

export const lateWord = (key: string) => phrases.get(key);
