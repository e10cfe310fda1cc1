import { Fragment, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

/** An e-mail that does not fit in its line is broken before its server, and only then anywhere. */
function Breakable({ text }: { text: string }) {
  const [name = '', ...server] = text.split(/(?=@)/);
  return (
    <>
      {name}
      {server.length > 0 && <wbr />}
      {server}
    </>
  );
}

/** What is known under one heading, in lines: a name and its value, a dash where there is none. */
export function LinesSection({
  title,
  lines,
  children,
}: {
  title: string;
  lines: readonly { label: string; value: ReactNode }[];
  children?: ReactNode;
}) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ breakInside: 'avoid', pb: 1.5, mb: 1.5, borderBottom: 1, borderColor: 'border.subtle' }}
    >
      <Typography
        variant="caption"
        component="h2"
        sx={{ display: 'block', mb: 0.75, color: 'text.secondary', fontWeight: 600 }}
      >
        {title}
      </Typography>
      {children}
      <Box
        component="dl"
        sx={(theme) => ({
          ...theme.typography.body2,
          display: 'grid',
          gridTemplateColumns: '104px minmax(0, 1fr)',
          columnGap: 1.5,
          rowGap: '3px',
          m: 0,
        })}
      >
        {lines.map(({ label, value }) => (
          <Fragment key={label}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {label}
            </Box>
            <Box
              component="dd"
              sx={{
                m: 0,
                overflowWrap: 'anywhere',
                fontWeight: value === null ? 400 : 500,
                color: value === null ? 'text.tertiary' : 'text.primary',
              }}
            >
              {typeof value === 'string' ? <Breakable text={value} /> : (value ?? '–')}
            </Box>
          </Fragment>
        ))}
      </Box>
    </Box>
  );
}
