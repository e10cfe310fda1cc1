import sanitizeHtml from 'sanitize-html';

/** What the editor can write and an e-mail needs; pictures from elsewhere, styles and scripts are taken out. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'p', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'code', 'pre', 'a'],
  ],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['https', 'http', 'tel', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // A link never gets hold of the page that it was opened from: e-mails are shown in the product too.
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer nofollow' }),
  },
};

/** The words of an e-mail without its tags, one line for each paragraph. */
export function emailWords(html: string): string {
  const lines = html.replace(/<br\s*\/?>|<\/(p|h[1-3]|li|blockquote|pre)>/gi, '$&\n');
  return sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}

/** HTML that is safe to send and to show, or undefined where nothing to read is left of it. Plain lines stay lines. */
export function sanitiseEmail(html: string): string | undefined {
  const isPlain = !/<[a-z/][^>]*>/i.test(html);
  const clean = sanitizeHtml(isPlain ? html.trim().replace(/\r?\n/g, '<br />') : html, allowed).trim();
  return emailWords(clean) === '' ? undefined : clean;
}
