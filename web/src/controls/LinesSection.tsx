import { Fragment, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslate } from '../i18n/useTranslate.js';

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

interface Line {
  label: string;
  value: ReactNode;
  /** Changes it in its place, over the element that is given. */
  onEdit?: ((element: HTMLElement) => void) | undefined;
  /** Behind the value. */
  after?: ReactNode;
}

/** What is known under one heading, in lines: a name and its value, a dash where there is none. */
export function LinesSection({
  title,
  lines,
  children,
}: {
  title: string;
  lines: readonly Line[];
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
          gridTemplateColumns: '118px minmax(0, 1fr)',
          columnGap: 1,
          // Targets in neighbouring lines are 24 px apart.
          rowGap: '4px',
          m: 0,
        })}
      >
        {lines.map(({ label, value, onEdit, after }) => (
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
              <Value label={label} value={value} onEdit={onEdit} />
              {after}
            </Box>
          </Fragment>
        ))}
      </Box>
    </Box>
  );
}

/** A value; where it may be changed, a button that does. */
function Value({ label, value, onEdit }: Pick<Line, 'label' | 'value' | 'onEdit'>) {
  const translate = useTranslate();
  const shown = typeof value === 'string' ? <Breakable text={value} /> : (value ?? '–');
  if (!onEdit) return shown;
  return (
    <ButtonBase
      aria-label={translate('crm.action.change', {
        name: label,
        value: typeof value === 'string' ? value : '–',
      })}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => {
        onEdit(currentTarget);
      }}
      sx={(theme) => ({
        font: 'inherit',
        color: 'inherit',
        display: 'inline',
        verticalAlign: 'baseline',
        textAlign: 'left',
        overflowWrap: 'anywhere',
        minWidth: 24,
        borderRadius: `${String(theme.radius.chip)}px`,
        mx: -0.5,
        px: 0.5,
        '&:hover': { backgroundColor: 'surface.hover', textDecoration: 'underline dotted' },
      })}
    >
      <span>{shown}</span>
    </ButtonBase>
  );
}
