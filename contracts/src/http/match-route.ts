import type { Endpoint, Method } from '../endpoint/endpoint.js';

interface Pattern<E> {
  endpoint: E;
  segments: readonly string[];
}

const isParameter = (segment: string) => segment.startsWith('{');

/**
 * Orders two paths of equal length: the one whose first differing segment is literal comes first, from the left
 * (settled: Routes). So `lead/raws` wins over `lead/{id}`.
 */
export function compareSpecificity(a: readonly string[], b: readonly string[]): number {
  for (const [index, segment] of a.entries()) {
    const difference = Number(isParameter(segment)) - Number(isParameter(b[index] ?? ''));
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Splits a path into its segments; a trailing slash counts for nothing. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Orders endpoints so that a router that takes the first match takes the right one. */
export function maxLiteralFirst<E extends Pick<Endpoint, 'path'>>(endpoints: readonly E[]): E[] {
  return [...endpoints].sort((a, b) => {
    const left = segmentsOf(a.path);
    const right = segmentsOf(b.path);
    return left.length - right.length || compareSpecificity(left, right);
  });
}

/**
 * Makes the one matcher that gateway and services share. The function it returns takes a method and a path (without
 * query) and answers the owning endpoint with its parameters, or undefined where no endpoint stands there.
 */
export function createMatcher<E extends Pick<Endpoint, 'method' | 'path'>>(endpoints: readonly E[]) {
  const patterns = new Map<string, Pattern<E>[]>();
  const keyOf = (method: string, length: number) => `${method} ${String(length)}`;
  for (const endpoint of maxLiteralFirst(endpoints)) {
    const segments = segmentsOf(endpoint.path);
    const key = keyOf(endpoint.method, segments.length);
    patterns.set(key, [...(patterns.get(key) ?? []), { endpoint, segments }]);
  }

  return (
    method: Method | (string & {}),
    path: string,
  ): { endpoint: E; params: Record<string, string> } | undefined => {
    const given = segmentsOf(path);
    candidates: for (const { endpoint, segments } of patterns.get(keyOf(method, given.length)) ?? []) {
      const params: Record<string, string> = {};
      for (const [index, segment] of segments.entries()) {
        const value = given[index] ?? '';
        if (isParameter(segment)) params[segment.slice(1, -1)] = value;
        else if (segment !== value) continue candidates;
      }
      return { endpoint, params };
    }
    return undefined;
  };
}

/** Whether two endpoints can match one and the same request. */
export function overlap(a: Pick<Endpoint, 'method' | 'path'>, b: Pick<Endpoint, 'method' | 'path'>): boolean {
  const left = segmentsOf(a.path);
  const right = segmentsOf(b.path);
  return (
    a.method === b.method &&
    left.length === right.length &&
    left.every((segment, index) => {
      const other = right[index] ?? '';
      return segment === other || isParameter(segment) || isParameter(other);
    })
  );
}
