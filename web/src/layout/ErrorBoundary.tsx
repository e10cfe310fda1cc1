import { Component, type ReactNode } from 'react';
import { ErrorPage } from './ErrorPage.js';

interface Props {
  /** Another page is another chance: when this changes, the error is forgotten. */
  resetKey: string;
  children: ReactNode;
}

/** Keeps a page that fails from taking everything around it along. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ resetKey }: Props): void {
    if (this.state.hasFailed && resetKey !== this.props.resetKey) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <ErrorPage
        onRetry={() => {
          this.setState({ hasFailed: false });
        }}
      />
    );
  }
}
