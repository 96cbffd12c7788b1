<?php
// Writes where each call of PHP files is, as PHP's own lexer sees it: file, line, column, name.
//
//     php sites.php ROOT FILE...

const SKIPPED = [T_WHITESPACE, T_COMMENT, T_DOC_COMMENT];
const NAMES = [T_STRING, T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED, T_NAME_RELATIVE];

function list_sites(string $path): void
{
    $tokens = array_values(array_filter(
        PhpToken::tokenize(file_get_contents($path)),
        fn ($token) => !$token->is(SKIPPED)
    ));
    $text = file_get_contents($path);
    foreach ($tokens as $i => $token) {
        $before = $tokens[$i - 1] ?? null;
        $after = $tokens[$i + 1] ?? null;
        $made = $before?->is(T_NEW) && $token->is(NAMES);
        $called = $token->is(NAMES) && $after?->text === '(' && !$before?->is([T_FUNCTION, T_FN]);
        if (!$made && !$called || $before?->text === '&' && ($tokens[$i - 2] ?? null)?->is(T_FUNCTION)) {
            continue;
        }
        $parts = explode('\\', $token->text);
        $at = $token->pos + strlen($token->text) - strlen(end($parts));
        $start = strrpos(substr($text, 0, $at), "\n");
        $column = mb_strlen(substr($text, $start === false ? 0 : $start + 1, $at - ($start === false ? 0 : $start + 1)));
        echo implode("\t", [$path, $token->line, $column, end($parts)]), "\n";
    }
}

foreach (array_slice($argv, 1) as $path) {
    list_sites($path);
}
