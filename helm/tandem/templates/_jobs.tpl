{{/* What every pod has. (dict "root" $), for a service with its "svc" */}}
{{- define "tandem.scheduling" -}}
{{- $d := .root.Values.defaults -}}
{{- $svc := .svc | default dict -}}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $d.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $svc.nodeSelector | default $d.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $svc.tolerations | default $d.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The annotations of every pod. */}}
{{- define "tandem.podAnnotations" -}}
{{- with .Values.defaults.podAnnotations }}
{{- toYaml . }}
{{- end }}
{{- end -}}

{{- define "tandem.jobPod" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- include "tandem.scheduling" (dict "root" .) }}
{{- end -}}

{{- define "tandem.jobContainer" -}}
resources:
  requests: { cpu: 50m, memory: 96Mi }
  limits: { memory: 192Mi }
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities: { drop: [ALL] }
{{- end -}}
