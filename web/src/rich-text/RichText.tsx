import Box from '@mui/material/Box';

/** HTML that the server sanitised, in the style of the house: it lets nothing into it but text and its format. */
export const RichText = ({ html, label }: { html: string; label: string }) => (
  <Box
    role="region"
    aria-label={label}
    tabIndex={0}
    sx={(theme) => ({
      ...theme.typography.body2,
      maxHeight: 240,
      overflow: 'auto',
      overflowWrap: 'anywhere',
      '& p, & ul, & ol, & blockquote': { mt: 0, mb: 1 },
      '& h1, & h2, & h3': { ...theme.typography.subtitle1, mt: 0.5, mb: 0.5 },
      '& a': { color: 'primary.main' },
      '& img, & table': { maxWidth: '100%' },
      '& blockquote': { mx: 0, px: 1.5, borderLeft: `3px solid ${theme.palette.border.default}` },
    })}
    dangerouslySetInnerHTML={{ __html: html }}
  />
);
