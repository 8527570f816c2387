const config = { plugins: { '@tailwindcss/postcss': {} } };

// biome-ignore lint/style/noDefaultExport: the tool reads it so
export default config;
