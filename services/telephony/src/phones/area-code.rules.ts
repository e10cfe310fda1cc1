export const isTollfree = (number: string): boolean => /^\+18(00|33|44|55|66|77|88)/.test(number);

/** The area code of a number in E.164; empty of one of another country, and of a toll-free one, which belongs nowhere. */
export const areaCodeOf = (number: string): string =>
  number.startsWith('+1') && !isTollfree(number) ? number.slice(2, 5) : '';
