// A separate file: a build makes about.html without the packages that make-guide.mjs needs.

/** Style sheet of the documents beside the app: the guide and about.html. */
export const STYLE = `
  :root { color-scheme: light dark; }
  body { max-width: 760px; margin: 0 auto; padding: 16px 16px 48px; background: light-dark(#f3f4f1, #151817); color: light-dark(#1b1f1d, #e8ecea); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  h1 { font-size: 26px; } h2 { margin-top: 32px; font-size: 20px; }
  a { color: light-dark(#1f6f5c, #74c9b0); }
  img { display: block; width: 100%; height: auto; border: 1px solid light-dark(#dadfd8, #323836); border-radius: 8px; }
  code { padding: 0 4px; border-radius: 4px; background: light-dark(#e4e8e2, #333a37); }
`;
