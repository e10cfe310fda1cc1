import { useEffect } from 'react';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useEvent } from 'react-admin';
import { useTemplateMessages } from '../i18n/templates.en.js';
import { RichTextField, useRichText } from '../rich-text/RichTextField.js';
import { InsertField } from './InsertField.js';
import { useTemplateBody } from './useTemplateBody.js';

/** The editor comes with the first e-mail that is written. */
export default function EmailBody() {
  const { value, error, onChange, onLeave } = useTemplateBody();
  const translate = useTemplateMessages();
  const label = translate('crm.templates.text');
  const { editor } = useRichText({ label, html: value });
  const notified = useEvent(() => {
    // An empty page has tags as well.
    onChange(editor.getText().trim() === '' ? '' : editor.getHTML());
  });
  const left = useEvent(onLeave);
  useEffect(() => {
    editor.on('update', notified);
    editor.on('blur', left);
    return () => {
      editor.off('update', notified);
      editor.off('blur', left);
    };
  }, [editor, notified, left]);
  return (
    <div>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 0.5 }}>
        {label}
        <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
          {' *'}
        </Box>
      </Typography>
      <RichTextField editor={editor} minHeight={180} />
      {error !== undefined && <FormHelperText error>{error}</FormHelperText>}
      <Box sx={{ mt: 0.5 }}>
        <InsertField
          onInsert={(written) => {
            editor.chain().focus().insertContent(written).run();
          }}
        />
      </Box>
    </div>
  );
}
