/** The field in which what goes out is written, of either kind. */
export interface TemplateBodyProps {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
  onLeave: () => void;
}
