import { Fragment, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Fields } from '@crm/contracts/fields/field.js';
import { localise } from '../i18n/language.js';

interface Props {
  /** Titles by the sections' names, in their order; without them the fields stand below each other. */
  sections?: Readonly<Record<string, string>> | undefined;
  /** A line below the title of some. */
  hints?: Readonly<Record<string, string>> | undefined;
  fields: Fields;
  /** The fields that are shown, in their order. */
  shown: readonly string[];
  children: (key: string) => ReactNode;
}

/** The inputs of a form, in its sections: two beside each other below a title, switches in a row without one. */
export function FormSections({ sections, hints = {}, fields, shown, children }: Props) {
  const inputsOf = (keys: readonly string[]) =>
    keys.map((key) => <Fragment key={key}>{children(key)}</Fragment>);
  if (sections === undefined) {
    return <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>{inputsOf(shown)}</Box>;
  }
  return (
    <Box sx={{ display: 'grid', gap: 3, pt: 0.5 }}>
      {Object.entries(sections).map(([name, title]) => {
        const keys = shown.filter((key) => fields[key]?.section === name);
        if (keys.length === 0) return null;
        if (title === '') {
          return (
            <Box key={name} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
              {inputsOf(keys)}
            </Box>
          );
        }
        return (
          <Section key={name} title={localise(title)} hint={hints[name] && localise(hints[name])}>
            {inputsOf(keys)}
          </Section>
        );
      })}
    </Box>
  );
}

function Section({
  title,
  hint,
  children,
}: {
  title: string;
  hint: string | undefined;
  children: ReactNode;
}) {
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1.5 }}>
        {title}
      </Typography>
      {hint !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: -0.5, mb: 1.5 }}>
          {hint}
        </Typography>
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {children}
      </Box>
    </Box>
  );
}
