import sanitizeHtml from 'sanitize-html';

/** What the editor can write and a script needs; all else, styles and scripts first of all, is taken out. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'p', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'code', 'pre', 'a'],
  ],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['https', 'http', 'tel', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // A link never gets hold of the page that it was opened from.
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer nofollow' }),
  },
};

/** HTML that is safe to show, or undefined where nothing to read is left of it. */
export function sanitiseScript(html: string): string | undefined {
  const clean = sanitizeHtml(html, allowed).trim();
  const text = sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} }).replace(/&nbsp;|\u00a0/g, ' ');
  return text.trim() === '' ? undefined : clean;
}
