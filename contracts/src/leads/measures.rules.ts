/** A height as people write it, in whole inches: `70`, `5'10`, `5'10"`, `5 ft 10 in`, `5-10`; undefined for anything else. */
export function readInches(text: string): number | undefined {
  const typed = text.trim();
  if (/^\d{1,2}\s*(?:"|''|in\.?|inch(?:es)?)?$/i.test(typed)) return Number.parseInt(typed, 10);
  const [, feet, inches = '0'] =
    /^(\d)\s*(?:['\u2018\u2019\u2032-]|ft\.?|feet|foot)\s*(\d{1,2})?\s*(?:["\u201c\u201d\u2033]|''|in\.?|inch(?:es)?)?$/i.exec(
      typed,
    ) ?? [];
  return feet !== undefined && Number(inches) < 12 ? Number(feet) * 12 + Number(inches) : undefined;
}

/** A weight as people write it, in whole pounds below 1,000: `184`, `184 lbs`; undefined for anything else. */
export function readPounds(text: string): number | undefined {
  const [, pounds] = /^(\d{1,3})\s*(?:lbs?\.?|pounds?)?$/i.exec(text.trim()) ?? [];
  return pounds !== undefined && Number(pounds) > 0 ? Number(pounds) : undefined;
}
