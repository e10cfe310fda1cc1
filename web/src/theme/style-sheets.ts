import createCache from '@emotion/cache';

/**
 * Where the styles of components go. A rule for a medium alone (`@media`) that joins a sheet has the browser style again
 * whatever that sheet's other rules might reach, which is the page: what comes in a later frame goes into a sheet of its own.
 */
export function createStyles(options: { nonce?: string; speedy?: boolean } = {}) {
  const styles = createCache({ key: 'css', ...options });
  const { sheet } = styles;
  const insert = sheet.insert.bind(sheet);
  let isFrameBegun = false;
  sheet.insert = (rule) => {
    insert(rule);
    if (isFrameBegun) return;
    isFrameBegun = true;
    requestAnimationFrame(() => {
      isFrameBegun = false;
      // It opens another sheet where it has counted none.
      sheet.ctr = 0;
    });
  };
  return styles;
}
