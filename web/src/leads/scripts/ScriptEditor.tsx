import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useWords } from '../../i18n/useWords.js';
import { useLeaveCheck } from '../leaving/LeaveGuard.js';
import { EditorToolbar } from './EditorToolbar.js';
import { scriptText } from './script-text.js';

interface Props {
  title: string;
  /** What the editor begins with. */
  html: string;
  saveLabel: string;
  isSaving: boolean;
  onSave: (html: string) => void;
  /** None for a new script, which has a tab of its own to leave by. */
  onClose?: () => void;
}

const extensions = [StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false } })];

/** Writes or changes a script in the place where it is read. */
export function ScriptEditor({ title, html, saveLabel, isSaving, onSave, onClose }: Props) {
  const words = useWords();
  // Only what the editor is opened with counts: the list that is read again meanwhile must not take typing away.
  const [begin] = useState(html);
  const editor = useEditor({
    extensions,
    content: begin,
    // Its styles come with ours: the page lets in no style element without its nonce.
    injectCSS: false,
    immediatelyRender: true,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': words('crm.script.custom.label'),
      },
    },
  });
  const { isBlank, isDirty } = useEditorState({
    editor,
    selector: ({ editor: { isEmpty, state } }) => ({
      isBlank: isEmpty || state.doc.textContent.trim() === '',
      isDirty: state.doc.textContent !== scriptText(begin),
    }),
  });
  useLeaveCheck(isDirty ? 'ask' : undefined);

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, px: 2.5, py: 2, maxWidth: 760 }}>
      <Typography variant="h4" component="h2">
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {words('crm.script.custom.hint')}
      </Typography>
      <EditorToolbar editor={editor} />
      <Box
        component={EditorContent}
        editor={editor}
        sx={(theme) => ({
          flex: 1,
          minHeight: 240,
          overflow: 'auto',
          border: `1px solid ${theme.palette.border.control}`,
          borderRadius: `0 0 ${String(theme.radius.control)}px ${String(theme.radius.control)}px`,
          '& .ProseMirror': {
            ...theme.typography.script,
            minHeight: 238,
            px: 2,
            py: 1.5,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
            '& > *': { mt: 0, mb: 1.5 },
            '& h2, & h3': theme.typography.h4,
            '& blockquote': { mx: 0, px: 2, borderLeft: `3px solid ${theme.palette.primary.main}` },
          },
        })}
      />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', mt: 1.5 }}>
        {onClose && (
          <Button variant="outlined" onClick={onClose}>
            {words('crm.action.cancel')}
          </Button>
        )}
        <ReasonButton
          variant="contained"
          loading={isSaving}
          reason={isBlank ? words('crm.script.custom.empty') : undefined}
          onClick={() => {
            onSave(editor.getHTML());
          }}
        >
          {saveLabel}
        </ReasonButton>
      </Box>
    </Box>
  );
}
