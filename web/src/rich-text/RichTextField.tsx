import { useEffect, useRef, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import { getHTMLFromFragment } from '@tiptap/core';
import { Editor, EditorContent, useEditorState, type EditorOptions } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { EditorToolbar } from './EditorToolbar.js';
import { plainText } from './plain-text.js';

const extensions = [StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false } })];

/**
 * An editor that lives as long as what it is drawn in, which is never hidden once it was seen. Tiptap's own hook gives one
 * up that is not seen at once, as those are that are drawn ahead.
 */
function useOwnEditor(options: Partial<EditorOptions>): Editor {
  const [editor] = useState(() => new Editor(options));
  const ending = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(ending.current);
    return () => {
      // React's strict mode takes it away and puts it back at once.
      ending.current = setTimeout(() => {
        editor.destroy();
      });
    };
  }, [editor]);
  return editor;
}

/**
 * An editor of formatted text: what is in it, whether it says anything, whether it was typed in, and how long it is as
 * it is sent.
 */
export function useRichText({ label, html = '' }: { label: string; html?: string }) {
  // Only what the editor is opened with counts: what is read again meanwhile must not take typing away.
  const [begin] = useState(html);
  const editor = useOwnEditor({
    extensions,
    content: begin,
    // Its styles come with ours: the page lets in no style element without its nonce.
    injectCSS: false,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label } },
  });
  const { isBlank, isDirty, length } = useEditorState({
    editor,
    selector: ({ editor }) => ({
      isBlank: editor.isEmpty || editor.state.doc.textContent.trim() === '',
      isDirty: editor.state.doc.textContent !== plainText(begin),
      // By the state: the editor itself has no schema any more once its page is left, and is asked once more then.
      length: getHTMLFromFragment(editor.state.doc.content, editor.state.schema).length,
    }),
  });
  return { editor, isBlank, isDirty, length };
}

interface FieldProps {
  editor: Editor;
  minHeight?: number;
  /** What is done with the text, in its frame. */
  foot?: ReactNode;
}

/** The bar of formats and the page below it. */
export function RichTextField({ editor, minHeight = 240, foot }: FieldProps) {
  return (
    <>
      <EditorToolbar editor={editor} />
      <Box
        sx={(theme) => ({
          display: 'flex',
          flexDirection: 'column',
          flex: 1,
          minHeight,
          border: `1px solid ${theme.palette.border.control}`,
          borderRadius: `0 0 ${String(theme.radius.control)}px ${String(theme.radius.control)}px`,
        })}
      >
        <Box
          component={EditorContent}
          editor={editor}
          sx={(theme) => ({
            flex: 1,
            minHeight: 0,
            overflow: 'auto',
            '& .ProseMirror': {
              ...theme.typography.script,
              minHeight: foot === undefined ? minHeight - 2 : 0,
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
        {foot}
      </Box>
    </>
  );
}
