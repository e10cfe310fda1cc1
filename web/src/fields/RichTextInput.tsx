import { useEffect, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import type { Editor } from '@tiptap/react';
import { useEvent, useInput } from 'react-admin';
import { z } from 'zod';
import type { Field } from '@crm/contracts/fields/field.js';
import { useTextLimit } from '../controls/useTextLimit.js';
import { RichTextField, useRichText } from '../rich-text/RichTextField.js';
import { shownError } from './shown-error.js';

const typed = z.string();

export interface RichTextInputProps {
  source: string;
  field: Pick<Field, 'label' | 'help' | 'required' | 'max'>;
  minHeight?: number;
  /** Whether what it stands in says already what it is. */
  isTitled?: boolean;
  /** Below the page. */
  tools?: (editor: Editor) => ReactNode;
}

/** Formatted text; the editor comes with the first one that is written. */
export default function RichTextInput({
  source,
  field,
  minHeight,
  isTitled = false,
  tools,
}: RichTextInputProps) {
  const { label, help, required, max = Infinity } = field;
  const input = useInput({ source });
  const { editor, length } = useRichText({ label, html: typed.parse(input.field.value) });
  const { fault } = useTextLimit(length, max);
  const onChange: (html: string) => void = input.field.onChange;
  const notified = useEvent(() => {
    // An empty page has tags as well.
    onChange(editor.getText().trim() === '' ? '' : editor.getHTML());
  });
  const left = useEvent(input.field.onBlur);
  useEffect(() => {
    editor.on('update', notified);
    editor.on('blur', left);
    return () => {
      editor.off('update', notified);
      editor.off('blur', left);
    };
  }, [editor, notified, left]);
  const error = fault ?? shownError(input.fieldState.error);
  const below = error ?? (isTitled ? undefined : help);
  return (
    <div>
      {!isTitled && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 0.5 }}>
          {label}
          {required && (
            <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
              {' *'}
            </Box>
          )}
        </Typography>
      )}
      <RichTextField editor={editor} {...(minHeight !== undefined && { minHeight })} />
      {below !== undefined && <FormHelperText error={error !== undefined}>{below}</FormHelperText>}
      {tools && <Box sx={{ mt: 0.5 }}>{tools(editor)}</Box>}
    </div>
  );
}
