/** That a session looks at the product as somebody else. */
export interface Viewing {
  readonly userId: string;
  readonly fullName: string;
  readonly endsAt: string;
}
