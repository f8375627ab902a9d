/** `brain completion`: the script by which a shell completes `brain`. */

import {defineCommand} from './command.js'
import {printJson} from './told.js'
import {completionWire} from './wire.js'

export const SHELLS = ['bash', 'zsh', 'fish'] as const

export const completion = defineCommand({
  name: 'completion',
  group: 'Settle',
  summary: 'a script that completes commands in your shell',
  description: ['Prints a script for bash, zsh or fish, to be loaded when the shell starts.'],
  positionals: [{name: 'shell', summary: 'a shell', required: true, choices: SHELLS}],
  options: {},
  examples: [
    {line: 'source <(brain completion bash)', says: 'in ~/.bashrc'},
    {line: 'source <(brain completion zsh)', says: 'in ~/.zshrc, after compinit'},
    {line: 'brain completion fish > ~/.config/fish/completions/brain.fish', says: 'once'},
  ],
  run: async ({options, words}, io) => {
    const shell = words[0] as (typeof SHELLS)[number]
    if (options.json) printJson(io, completionWire(shell, scripts[shell]))
    else io.out(scripts[shell])
    return 0
  },
})

// Each asks `brain __complete` with the words so far, the last one being completed. Where it
// answers nothing, files are offered.
const scripts: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `# brain completion for bash
_brain() {
  local IFS=$'\\n' word
  COMPREPLY=()
  # What bash takes for a word of its own (\`=\`, \`:\`) is left to it.
  for word in $(brain __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); do
    COMPREPLY+=("$(printf '%q' "$word")")
  done
}
complete -o default -F _brain brain
`,
  zsh: `#compdef brain
# brain completion for zsh
_brain() {
  local -a answers
  answers=("\${(@f)$(brain __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${answers[1]}" ]]; then
    compadd -a answers
  else
    _files
  fi
}
compdef _brain brain
`,
  fish: `# brain completion for fish
function __brain_complete
  set -l words (commandline -opc) (commandline -ct)
  brain __complete $words[2..-1] 2>/dev/null
end
complete -c brain -a '(__brain_complete)'
`,
}
