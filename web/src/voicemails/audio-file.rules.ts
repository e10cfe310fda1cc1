/** The largest file that the server takes (contracts, recordings). */
const maxBytes = 5 * 1024 * 1024;

/** What is wrong with a chosen file, by its name and size; what it truly is the server finds out. */
export function faultOfAudio({
  name,
  size,
}: Pick<File, 'name' | 'size'>): 'wrongType' | 'tooLarge' | undefined {
  if (!/\.(mp3|wav)$/i.test(name)) return 'wrongType';
  return size > maxBytes ? 'tooLarge' : undefined;
}
