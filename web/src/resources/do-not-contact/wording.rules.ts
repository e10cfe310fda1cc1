import type { OptOutWording } from '@crm/contracts/customers/contact.js';

/** A stretch of a text that is marked as a whole or not at all. */
export interface Piece {
  from: number;
  text: string;
  isMarked: boolean;
}

/** A text cut where its marks begin and end. */
export function piecesOf({ text, marks }: Pick<OptOutWording, 'text' | 'marks'>): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const cut = (to: number, isMarked: boolean) => {
    if (to > at) pieces.push({ from: at, text: text.slice(at, to), isMarked });
    at = Math.max(at, to);
  };
  for (const { from, to } of marks) {
    cut(from, false);
    cut(to, true);
  }
  cut(text.length, false);
  return pieces;
}

/** How much stands around the marked words of a long text. */
const around = 60;

/** A long text around its marked words; the dialog has all of it. */
export function excerptOf({ text, marks, rules }: OptOutWording): OptOutWording {
  const from = Math.max(0, (marks[0]?.from ?? 0) - around);
  const to = Math.min(text.length, (marks[0]?.to ?? 0) + around * 2);
  const before = from > 0 ? '…' : '';
  const shift = before.length - from;
  return {
    text: `${before}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    marks: marks
      .filter((mark) => mark.from < to)
      .map((mark) => ({ from: mark.from + shift, to: Math.min(mark.to, to) + shift })),
    rules,
  };
}
