/**
 * The completion scripts, keyed by shell (`bash`, `zsh`, `fish`). Each calls `carillon __complete` for the words that
 * can follow, and offers files where no word can follow. The bash script also works in bash 3.2, which macOS has.
 */
export const shells: Readonly<Record<string, string>> = {
  bash: `_carillon() {
  local current="\${COMP_WORDS[COMP_CWORD]}"
  local words
  words=$("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _carillon carillon
`,
  zsh: `#compdef carillon
_carillon() {
  local -a words_found
  words_found=("\${(@f)$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2> /dev/null)}")
  if [[ -n "\${words_found[*]}" ]]; then compadd -a words_found; else _files; fi
}
if [ "\${funcstack[1]}" = "_carillon" ]; then
  _carillon "$@"
else
  (( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit; }
  compdef _carillon carillon
fi
`,
  fish: `function __carillon_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (command $words[1] __complete $words[2..] 2> /dev/null)
  if test -n "$found"
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c carillon -f -a '(__carillon_complete)'
`,
}
