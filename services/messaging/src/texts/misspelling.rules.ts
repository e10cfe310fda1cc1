/** Keywords that are long enough for a slip of the finger to be told from another word. */
const keywords = ['stop', 'stopall', 'unsubscribe', 'cancel', 'quit', 'optout', 'revoke', 'cancelar'];

/** Words of English and Spanish that are one slip away from a keyword and mean something else. */
const realWords = new Set(
  `step shop stoop top atop stow slop swop strop stops stomp sop scop stot stoup estop spot stoep crop
  quite quiet quilt quip quid suit quot quits quint quin quiz quita quito quito unit duit quia
  cancer cancels chancel cancela cancelas
  revokes revoked revoker evoke
  cancelara cancelare cancelas cancelad`.split(/\s+/),
);

/** Whether two words are one slip apart: a letter more, less or another, or two neighbours that changed places. */
function isOneSlip(word: string, keyword: string): boolean {
  if (word === keyword || Math.abs(word.length - keyword.length) > 1) return false;
  let same = 0;
  while (same < word.length && word[same] === keyword[same]) same += 1;
  const rest = word.slice(same);
  const wanted = keyword.slice(same);
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  );
}

/** Whether a word alone is a keyword with one slip, and no word of its own. */
export const isMisspelt = (word: string): boolean =>
  !realWords.has(word) && keywords.some((keyword) => isOneSlip(word, keyword));
