import type { SxProps, Theme } from '@mui/material/styles';
import { visuallyHidden } from '@mui/utils';

/** What is known of a field in which one writes, in the same frame as its text. */
export const composerField: SxProps<Theme> = {
  // What it is for is said by its placeholder; its name is for whoever hears the page.
  '& .MuiInputLabel-root': visuallyHidden,
  '& .MuiInputBase-root': { flexWrap: 'wrap', mt: 0, px: 1.5, pt: 1, pb: 0.75 },
  '& .MuiInputBase-root textarea.MuiInputBase-input': { px: 0, pb: 0.5 },
};

/** The line below the text, in its frame. */
export const composerFoot = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 0.5,
  width: '100%',
} satisfies SxProps<Theme>;
